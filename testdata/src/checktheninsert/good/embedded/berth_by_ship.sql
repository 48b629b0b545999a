SELECT number FROM marina_berths WHERE ship = $1;
